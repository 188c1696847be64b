import { once } from "node:events";
import { createServer } from "node:http";

/** An OpenAI-compatible model that answers at once with the question, streamed or not. */
export async function startInstantModel(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { stream, messages } = JSON.parse(body) as { stream?: boolean; messages: { content: unknown }[] };
    const content = `echo ${JSON.stringify(messages.at(-1)?.content).slice(0, 60)}`;
    const common = { id: "1", created: 1, model: "instant" };
    if (!stream) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          ...common,
          object: "chat.completion",
          choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
        }),
      );
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const choice of [
      { index: 0, delta: { role: "assistant", content }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: "stop" },
    ]) {
      response.write(`data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [choice] })}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
