import { expect, test } from "vitest";
import { payloadSchema } from "#core/outbox/payload.ts";
import { isSilent } from "#core/outbox/sound.ts";

const alert = { payload: payloadSchema.parse({ kind: "alert", code: "x" }), silent: false };
const reminder = {
  payload: payloadSchema.parse({ kind: "reminder", firingId: 1, scheduleId: "r-0000000001", markdown: "x" }),
  silent: false,
};
const at = (time: string) => Temporal.PlainTime.from(time);

test("OUT-10: in the quiet hours, across midnight, alerts are silent and reminders are not", () => {
  expect(["22:59", "23:00", "03:00", "07:59", "08:00"].map((time) => isSilent(alert, "23:00-08:00", at(time)))).toEqual(
    [false, true, true, true, false],
  );
  expect(isSilent(reminder, "23:00-08:00", at("03:00"))).toBe(false);
  expect(isSilent(alert, "13:00-15:00", at("14:00"))).toBe(true);
  expect(isSilent(alert, "off", at("03:00"))).toBe(false);
});

test("OUT-10: a row that was queued silent stays silent at noon", () => {
  expect(isSilent({ ...reminder, silent: true }, "off", at("12:00"))).toBe(true);
});
