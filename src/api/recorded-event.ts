import { z } from 'zod';
import type { RecordedEvent } from '../work/events.ts';

export type { RecordedEvent } from '../work/events.ts';

const envelope = z.looseObject({ seq: z.number().int(), at: z.string(), type: z.string() });

/** An event as the daemon recorded it. Only what every event has is checked: a newer daemon may know more of them. */
export const recordedEvent = z.custom<RecordedEvent>((value) => envelope.safeParse(value).success);
