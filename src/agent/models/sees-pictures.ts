/** Names of models that take pictures, where the provider has both kinds. */
const NAMED =
  /vision|llava|pixtral|[-_.\d]vl\b|gemma-?3|llama-?4|gpt-4o|gpt-4\.1|gpt-5|claude|gemini|minicpm-v|moondream/i;
/** Providers all of whose chat models take pictures. */
const ALWAYS = new Set(["openai", "anthropic", "google"]);

/** Whether pictures may be sent to `provider/model` (TG-6). One that does not see would fail or make something up. */
export function seesPictures(spec: string): boolean {
  const slash = spec.indexOf("/");
  return slash > 0 && (ALWAYS.has(spec.slice(0, slash)) || NAMED.test(spec.slice(slash + 1)));
}
