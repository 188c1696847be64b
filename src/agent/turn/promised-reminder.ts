/** First person, about the future or as done: what a model says when it believes that it has set a reminder. */
const PROMISES = [
  /\bI(?:['’]ll| will| am going to)(?: \w+){0,2} (?:remind|ping|nudge|wake) you\b/i,
  /\bI(?:['’]ve| have) (?:set|scheduled|created|added) (?:a |an |the |your )?(?:\w+ )?reminder/i,
  /(?:^|[^\p{L}])(?:я )?(?:обязательно )?(?:напомню|разбужу)(?=$|[^\p{L}])/iu,
  /(?:поставил|установил|создал|добавил)а? (?:тебе |вам )?напоминание|напоминание (?:поставлено|установлено|создано)/iu,
  /我?(?:会|將|将)[^。！？\n]{0,20}(?:提醒|叫醒)[你您]|已(?:经)?(?:为[你您])?(?:设置|设定|创建|添加)[^。\n]{0,12}提醒/u,
];
/** An offer or a condition is no promise. */
const CONDITION = /\bif\b|\bwhen you\b|\bonce you\b|если|когда (?:ты|вы)|如果|只要|\?|？/iu;

/** Whether a text says that a reminder is set or will come (AGT-17). Only worth asking where no tool was called. */
export function promisesReminder(text: string): boolean {
  return text
    .split(/(?<=[.!?。！？\n])/u)
    .some((sentence) => !CONDITION.test(sentence) && PROMISES.some((promise) => promise.test(sentence)));
}
