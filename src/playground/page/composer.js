import { ask, byId, h, openMenu, toast } from "./dom.js";
import { drawReplying } from "./draw-chat.js";
import { act, chat, here, MAX_TEXT, place, sendText } from "./place.js";
import { t } from "./words.js";

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const ACCEPT = { photo: "image/*", voice: "audio/*", document: "" };

/** Texts that were begun and not sent, by chat and topic. */
const begun = new Map();

/** Goes elsewhere: what was typed stays behind, and what was typed there is in the field again. */
export function moveTo(chatId, threadId) {
  const field = byId("text");
  // An edit belongs to its message, not to the place.
  begun.set(placeKey(), place.composing?.kind === "edit" ? "" : field.value);
  Object.assign(place, { chatId, threadId, composing: null });
  field.value = begun.get(placeKey()) ?? "";
  byId("commands").hidden = true;
  fit();
}

function placeKey() {
  return `${place.chatId}:${place.threadId ?? ""}`;
}

/** Begins a reply to a message, or an edit of it. */
export function compose(kind, seen) {
  place.composing = { kind, seen };
  if (kind === "edit") byId("text").value = seen.text;
  drawReplying();
  fit();
  byId("text").focus();
}

export function stopComposing() {
  if (place.composing?.kind === "edit") byId("text").value = "";
  place.composing = null;
  drawReplying();
  fit();
}

/** Sends what stands in the field, or saves the edit. */
export async function submit() {
  const field = byId("text");
  const text = field.value.trim();
  if (!text) return;
  const editing = place.composing?.kind === "edit" ? place.composing.seen : null;
  if (editing && text.length > MAX_TEXT) return toast(t("tooLong"));
  field.value = "";
  fit();
  byId("commands").hidden = true;
  if (editing) place.composing = null;
  else await sendText(text);
  drawReplying();
  if (editing) await act({ act: "edit", chatId: editing.chatId, messageId: editing.id, text });
}

/** Makes the field as high as its text. */
export function fit() {
  const field = byId("text");
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, 160)}px`;
  byId("composer").classList.toggle("filled", field.value.trim() !== "");
}

/** Shows the commands that begin with what was typed. */
export function drawCommands() {
  const typed = /^\/(\w*)$/.exec(byId("text").value);
  const list = byId("commands");
  const found = typed ? chat().commands.filter(({ command }) => command.startsWith(typed[1])) : [];
  list.hidden = found.length === 0;
  list.replaceChildren(
    ...found.map(({ command, description }, index) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: index === 0 ? "first" : "", onclick: () => pickCommand(command) }, h("b", {}, `/${command}`), h("span", {}, description)),
      ),
    ),
  );
}

function pickCommand(command) {
  byId("text").value = "";
  fit();
  byId("commands").hidden = true;
  void sendText(`/${command}`);
}

export function toggleCommands() {
  const field = byId("text");
  if (!byId("commands").hidden) {
    byId("commands").hidden = true;
    if (field.value === "/") field.value = "";
  } else {
    field.value = "/";
    drawCommands();
  }
  fit();
  field.focus();
}

/** What can be sent beside text. */
export function attachMenu() {
  openMenu(byId("attach"), [
    ...Object.keys(ACCEPT).map((kind) => [t(kind), () => chooseFile(kind)]),
    [t("location"), sendLocation],
  ]);
}

function chooseFile(kind) {
  const input = byId("file");
  input.accept = ACCEPT[kind];
  input.value = "";
  input.onchange = () => input.files[0] && sendFile(kind, input.files[0]);
  input.click();
}

async function sendFile(kind, file) {
  if (file.size > MAX_FILE_BYTES) return toast(t("tooLarge"));
  const base64 = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  const caption = byId("text").value.trim();
  byId("text").value = "";
  fit();
  await act({ act: "file", ...here(), kind, name: file.name, ...(file.type ? { mimeType: file.type } : {}), ...(caption ? { caption } : {}), base64 });
}

async function sendLocation() {
  const fields = [
    { name: "latitude", label: t("latitude"), type: "number", step: "any", value: "52.52" },
    { name: "longitude", label: t("longitude"), type: "number", step: "any", value: "13.405" },
  ];
  const answer = await ask(t("location"), fields, { ok: t("send"), cancel: t("cancel") });
  if (answer) await act({ act: "location", ...here(), latitude: Number(answer.latitude), longitude: Number(answer.longitude) });
}
