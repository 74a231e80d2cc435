/** Where an item stands in its flow. Each flow names its own, in order. */
export type Phase = string;
