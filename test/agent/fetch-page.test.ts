import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fetchPage, PUBLIC_WEB, type Reach } from "#agent/web/fetch-page.ts";
import { isPublicAddress } from "#agent/web/public-address.ts";
import { readableText } from "#agent/web/readable-text.ts";

describe("public addresses", () => {
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:1::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
    "1",
  ])("AGT-23: %s is refused", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["8.8.8.8", "1.1.1.1", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "AGT-23: %s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("fetching", () => {
  let server: Server;
  let port: number;
  let answer: RequestListener;
  const signal = () => new AbortController().signal;
  const local: Reach = {
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    allowsAddress: (address) => address === "127.0.0.1",
    allowsPort: () => true,
  };

  beforeEach(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const page = (path: string) => `http://page.test:${port}${path}`;

  test("AGT-23: the text of a page, with its title, from the address that was checked", async () => {
    let host: string | undefined;
    answer = (request, response) => {
      host = request.headers.host;
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("content-encoding", "gzip");
      response.end(
        gzipSync("<title>Birds</title><body><script>evil()</script><p>A&nbsp;wren &amp; a robin</p></body>"),
      );
    };
    const found = await fetchPage(page("/"), { signal: signal(), reach: local });
    expect(found).toEqual({ ok: true, url: page("/"), title: "Birds", text: "A wren & a robin", cut: false });
    expect(host).toBe(`page.test:${port}`);
  });

  test("AGT-23: a name is resolved once, and the socket goes to that very address", async () => {
    answer = (_, response) => response.end("hello");
    const asked: string[] = [];
    const rebinding: Reach = {
      ...local,
      resolve: async (name) => {
        asked.push(name);
        return [{ address: "127.0.0.1", family: 4 }];
      },
    };
    expect(await fetchPage(page("/"), { signal: signal(), reach: rebinding })).toMatchObject({ ok: true });
    expect(asked).toEqual(["page.test"]);
  });

  test("AGT-23: one private address among several is enough to refuse; so is a port or a scheme", async () => {
    const mixed: Reach = {
      ...PUBLIC_WEB,
      resolve: async () => [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
    };
    const refused = (url: string, reach: Reach = PUBLIC_WEB) => fetchPage(url, { signal: signal(), reach });
    expect(await refused("http://mixed.test/", mixed)).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("http://8.8.8.8:8080/")).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("http://127.0.0.1/")).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("http://[::ffff:127.0.0.1]/")).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("http://0x7f.1/")).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("http://2130706433/")).toMatchObject({ ok: false, code: "address_refused" });
    expect(await refused("file:///etc/passwd")).toMatchObject({ ok: false, code: "not_a_url" });
    expect(await refused("http://user:secret@example.org/")).toMatchObject({ ok: false, code: "not_a_url" });
  });

  test("AGT-23: each redirect is checked again, and five are the most", async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await fetchPage(page("/5"), { signal: signal(), reach: local })).toMatchObject({ ok: true, text: "there" });
    expect(await fetchPage(page("/6"), { signal: signal(), reach: local })).toMatchObject({
      code: "too_many_redirects",
    });
    answer = (_, response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end();
    const inward: Reach = { ...local, resolve: local.resolve };
    expect(await fetchPage(page("/"), { signal: signal(), reach: inward })).toMatchObject({ code: "address_refused" });
  });

  test("AGT-23: what is not text, an error, and too much are told; silence ends with the signal", async () => {
    const fetched = () => fetchPage(page("/"), { signal: signal(), reach: local });
    answer = (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end("x");
    expect(await fetched()).toMatchObject({ ok: false, code: "not_text" });
    answer = (_, response) => void response.writeHead(404).end("x");
    expect(await fetched()).toMatchObject({ ok: false, code: "http_status", detail: "404" });
    answer = (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("y".repeat(3_000_000));
    expect(await fetched()).toMatchObject({ ok: true, cut: true, text: "y".repeat(20_000) });
    const stop = new AbortController();
    answer = () => stop.abort();
    await expect(fetchPage(page("/"), { signal: stop.signal, reach: local })).rejects.toThrow();
  });
});

describe("readable text", () => {
  test("blocks become lines, links keep their address, entities are read", () => {
    const html = `<nav>Home</nav><h1>Tea</h1><ul><li>Green</li><li>Black</li></ul><a href="https://tea.test/x">more</a> &#8364;5`;
    expect(readableText(html).text).toBe("Tea\n\n- Green\n\n- Black\n\nmore (https://tea.test/x) €5");
  });

  test("a page of open tags, comments and links that never end is read in one pass", () => {
    for (const piece of ["<script", "<!--", "<a href=", "<", "<title", "</a", "&#"])
      expect(readableText(piece.repeat(200_000)).text.length).toBeLessThanOrEqual(piece.length * 200_000);
  });

  test("any text is read without throwing", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (html) => void readableText(`<p>${html}&#${html};</p>`)));
  });
});
