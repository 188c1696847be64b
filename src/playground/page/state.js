/** What the page knows, kept in step with the server. It holds facts; `page.js` draws them. */
export class State {
  bot = { id: 0, name: "", username: "" };
  ownerId = 0;
  users = [];
  chats = [];
  /** Streamed drafts that still stand, by chat and topic. */
  drafts = new Map();
  /** Chat actions that still stand, by chat: until when. */
  typing = new Map();
  unread = new Map();
  #listeners = new Set();
  /** One after another: a reading of everything must not overtake the changes that are newer than it. */
  #queue = Promise.resolve();

  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** Reads everything anew, in turn with the changes. @returns the answer, for what only the start needs */
  load() {
    return this.#inTurn(async () => {
      const response = await fetch("/page/state", { cache: "no-store" });
      if (response.status === 401) throw new Unauthorised();
      if (!response.ok) throw new Error(`state: ${response.status}`);
      const state = await response.json();
      Object.assign(this, { bot: state.bot, ownerId: state.ownerId, users: state.users, chats: state.chats });
      this.#tell({ kind: "loaded" });
      return state;
    });
  }

  #inTurn(step) {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  chat(id) {
    return this.chats.find((chat) => chat.id === id);
  }

  user(id) {
    return this.users.find((user) => user.id === id);
  }

  /** Takes an event of the server's stream. */
  #apply(event) {
    switch (event.kind) {
      case "message": {
        const chat = this.chat(event.message.chatId);
        if (!chat) return;
        const at = chat.messages.findIndex(({ id }) => id === event.message.id);
        if (at >= 0) chat.messages[at] = event.message;
        else {
          chat.messages.push(event.message);
          if (event.message.fromBot) {
            this.typing.delete(chat.id);
            this.dropDraft(chat.id, event.message.threadId);
            this.unread.set(chat.id, (this.unread.get(chat.id) ?? 0) + 1);
          }
        }
        this.#tell({ kind: "message", chatId: chat.id, message: event.message, isNew: at < 0 });
        return;
      }
      case "deleted": {
        const chat = this.chat(event.chatId);
        if (!chat) return;
        chat.messages = chat.messages.filter(({ id }) => id !== event.messageId);
        this.#tell(event);
        return;
      }
      case "draft":
        this.drafts.set(draftKey(event.draft.chatId, event.draft.threadId), { ...event.draft, until: Date.now() + 30_000 });
        this.#tell(event);
        return;
      case "action":
        this.typing.set(event.chatId, Date.now() + 5000);
        this.#tell(event);
        return;
      case "answer":
        this.#tell(event);
        return;
      default:
        void this.load().catch(() => undefined);
    }
  }

  draft(chatId, threadId) {
    const draft = this.drafts.get(draftKey(chatId, threadId));
    return draft && draft.until > Date.now() ? draft : undefined;
  }

  dropDraft(chatId, threadId) {
    this.drafts.delete(draftKey(chatId, threadId));
  }

  isTyping(chatId) {
    return (this.typing.get(chatId) ?? 0) > Date.now();
  }

  /** Asks the server to carry out what the person did. @throws Error with the server's sentence */
  act(act) {
    return post("/page/acts", act);
  }

  /** Tells the browser's language, before anything was said. */
  async tellLanguage(language) {
    await post("/page/language", { language });
    await this.load();
  }

  /** Follows the server's changes; after a gap everything is read anew. */
  follow({ onLost, onFound, onUnauthorised }, isAgain = false) {
    const stream = new EventSource("/page/events");
    let wasLost = isAgain;
    stream.onmessage = ({ data }) => void this.#inTurn(() => this.#apply(JSON.parse(data)));
    stream.onopen = () => {
      if (wasLost) onFound();
      wasLost = false;
      // What changed before the stream stood is not in it.
      void this.load().catch(() => undefined);
    };
    stream.onerror = async () => {
      wasLost = true;
      onLost();
      // A refused stream is not tried again by the browser: another start has another key.
      if (stream.readyState !== EventSource.CLOSED) return;
      const status = await fetch("/page/state", { cache: "no-store" }).then((response) => response.status).catch(() => 0);
      if (status === 401) onUnauthorised();
      else setTimeout(() => this.follow({ onLost, onFound, onUnauthorised }, true), 1000);
    };
  }

  #tell(change) {
    for (const listener of this.#listeners) listener(change);
  }
}

export class Unauthorised extends Error {}

function draftKey(chatId, threadId) {
  return `${chatId}:${threadId ?? ""}`;
}

async function post(address, body) {
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
