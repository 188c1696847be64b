import { z } from "zod";

const buttonSchema = z.looseObject({ text: z.string(), callback_data: z.string().optional() });

/** One message as it was rendered at the first attempt: a retry says the same, also after a restart (ARC-7). */
export const frozenPartSchema = z.object({
  text: z.string(),
  entities: z.array(z.looseObject({ type: z.string(), offset: z.int(), length: z.int() })),
  /** Rows of inline buttons; the last part carries them (OUT-4). */
  keyboard: z.array(z.array(buttonSchema)).optional(),
});
export type FrozenPart = z.infer<typeof frozenPartSchema>;
