export type AiSdk = typeof import("ai");

/**
 * Loads the AI SDK at the first turn: a start does not need it, and it costs tens of megabytes.
 * Its warnings would go to stderr past our log, so they are turned off.
 */
export function loadAiSdk(): Promise<AiSdk> {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import("ai");
}
