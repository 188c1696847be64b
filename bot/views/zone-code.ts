/** A zone's name as a part of callback data, where a slash would end the part of a menu: `Europe.Berlin`. */
export function encodeZone(zone: string): string {
  return zone.replaceAll("/", ".");
}

export function decodeZone(code: string): string {
  return code.replaceAll(".", "/");
}
