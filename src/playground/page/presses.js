import { alertBox, toast } from "./dom.js";
import { act } from "./place.js";
import { t } from "./words.js";

const ANSWER_TIMEOUT_MS = 30_000;
/** Answers may come before the press itself is acknowledged; so long they are kept. */
const KEEP_MS = 5000;

/** Buttons that wait for the bot's answer, by press. */
const waiting = new Map();
const early = new Map();

/** Presses a button of a message and shows that it waits. */
export async function press(seen, button, key) {
  if (button.callback_data === undefined) return toast(t("notHere"));
  key.classList.add("waiting");
  const done = () => key.classList.remove("waiting");
  const outcome = await act({ act: "press", chatId: seen.chatId, messageId: seen.id, button: button.callback_data });
  if (!outcome) return done();
  const timer = setTimeout(() => {
    waiting.delete(outcome.press.id);
    done();
    toast(t("noAnswer"));
  }, ANSWER_TIMEOUT_MS);
  waiting.set(outcome.press.id, { timer, done });
  const answer = early.get(outcome.press.id);
  if (answer) answered(answer);
}

/** Takes the bot's answer to a press: a toast, an alert, or nothing to say. */
export function answered(press) {
  const wait = waiting.get(press.id);
  if (!wait) {
    early.set(press.id, press);
    setTimeout(() => early.delete(press.id), KEEP_MS);
    return;
  }
  waiting.delete(press.id);
  clearTimeout(wait.timer);
  wait.done();
  const { answer } = press;
  if (answer?.text && answer.alert) alertBox(answer.text, t("ok"));
  else if (answer?.text) toast(answer.text);
}
