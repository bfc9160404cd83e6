/** Gathers the messages of a product's channels, and writes them into its part of the store once per frame. */
import { channelOf, type ListChannel } from '@parley/client'
import { createFrame, type Frame } from './batch-per-frame.ts'
import { type Feed, refusedOn } from './feeds.ts'
import type { Part } from './part.ts'

type Applying<State, Changes> = {
  readonly nothing: () => Changes
  readonly apply: (state: State, changes: Changes) => State
  /** Called after a frame was written. */
  readonly onApplied?: (before: State, after: State, changes: Changes) => void
}

export const framesOfPart = <State extends object, Changes>(
  part: Part<State>,
  { nothing, apply, onApplied }: Applying<State, Changes>,
): Frame<Changes> =>
  createFrame(nothing, (changes) => {
    const before = part.getState()
    part.setState(apply(before, changes), true)
    onApplied?.(before, part.getState(), changes)
  })

/** A channel whose data goes into the changes of the next frame. Its refusal is shown above the screen, unless `onRefused` shows it elsewhere. */
export const channelInto = <Changes>(feed: Feed, received: () => Changes) => {
  return <Data>(
    channel: string,
    take: (changes: Changes, data: Data) => unknown,
    onRefused: (words: string) => void = refusedOn(feed, channel),
  ): ListChannel => channelOf<Data>(channel, (data) => void take(received(), data), onRefused)
}
