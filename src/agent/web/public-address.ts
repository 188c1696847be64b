import { BlockList, isIP } from "node:net";

/** Ranges that do not lead to a public server (AGT-23). IPv4 first, then IPv6; those that carry an IPv4 address are refused whole. */
const REFUSED_V4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local, and the metadata services of clouds
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
];
const REFUSED_V6 = [
  "::/96", // unspecified, loopback, IPv4-compatible
  "::ffff:0:0/96", // IPv4-mapped
  "::ffff:0:0:0/96", // IPv4-translated
  "64:ff9b::/96", // NAT64
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23", // Teredo and other protocols
  "2001:db8::/32",
  "2002::/16", // 6to4
  "3fff::/20",
  "5f00::/16",
  "fc00::/7", // unique local
  "fe80::/10", // link-local
  "fec0::/10", // site-local
  "ff00::/8", // multicast
];

const refusedV4 = blockList(REFUSED_V4, "ipv4");
const refusedV6 = blockList(REFUSED_V6, "ipv6");

/** Whether an IP address belongs to the public Internet. Anything that is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return !refusedV4.check(bare, "ipv4");
  if (family === 6) return !refusedV6.check(bare, "ipv6");
  return false;
}

/** Two lists: a list of both families would take `::ffff:0:0/96` for all of IPv4. */
function blockList(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = "", prefix] = range.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
