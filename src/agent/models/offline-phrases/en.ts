import type { OfflinePhrases } from "./offline-phrases.ts";

export const en: OfflinePhrases = {
  help: /^(?:\/?help|what can you do|who are you|what are you|how do you work)$/i,
  greeting: /^(?:hi|hello|hey|yo|good (?:morning|afternoon|evening)|hi there|hello there)(?:[, ]+\w+)?$/i,
  thanks: /^(?:thanks?|thank you|thx|ty|great|perfect|ok|okay|cool)(?:[, ]+.{0,20})?$/i,
  farewell: /^(?:bye|goodbye|good ?night|see (?:you|ya)(?: .{0,20})?|until tomorrow)$/i,
  list: /^(?:please )?(?:\/?(?:list|reminders)|(?:list|show)(?: me)?(?: all)?(?: of)?(?: my)? reminders|my reminders|what(?:'s| is| are)(?: my)? (?:coming up|scheduled|planned|reminders)|what do i have(?: (?:coming up|planned|scheduled))?|what reminders do i have|agenda)$/i,
  undo: /^(?:please )?(?:undo|cancel|stop|never ?mind|forget it|take (?:it|that) back)(?: (?:it|that))?$/i,
  remove:
    /^(?:please )?(?:remove|delete|cancel|drop|forget)(?: the)?(?: my)?(?: reminders?)?(?: number| no\.?| about| to)?(?:\s+(?<what>.+))?$/is,
  move: /^(?:please )?(?:move|reschedule|postpone|snooze|delay|put off)(?![\w-])(?: the| my)?(?: reminders?)?(?: number| no\.?)?(?<rest>.*)$/is,
  recall: /^(?:what do you (?:know|remember) about|do you (?:know|remember))\b/i,
  remember: /^(?:please )?(?:remember|note|keep in mind|write down)(?: that)?(?! to\b)[ :,]/i,
  commitment: /^i (?:promised|owe|told \w+ (?:that )?i|committed)\b/i,
  alarm: /\balarm\b/i,
  wake: /\bwake me\b/i,
  remind: /\bremind(?:er)?\b/i,
  alias: /^(?:please )?(?:don[’']?t (?:let me )?forget to|remember to|i need a reminder(?: to)?) /i,
  usual: "remind me to ",
};
