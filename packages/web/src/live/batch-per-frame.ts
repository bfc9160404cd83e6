/** Delivers all messages between two browser frames together, so that a screen renders once, however active the market is. */
import { limits } from './limits.ts'

export type Frame<Changes> = { readonly received: () => Changes; readonly stop: () => void }

/** The messages of every socket for one frame: everything delivered within one task is rendered together. */
const waiting = new Set<() => void>()

function ask(): void {
  if (document.hidden) setTimeout(handOn, limits.hiddenFrameMs)
  else requestAnimationFrame(handOn)
}

function handOn(): void {
  try {
    for (const apply of waiting) {
      waiting.delete(apply)
      apply()
    }
  } finally {
    // A failed one does not block the others.
    if (waiting.size > 0) ask()
  }
}

function wait(apply: () => void): void {
  if (waiting.size === 0) ask()
  waiting.add(apply)
}

export function createFrame<Changes>(noFrameChanges: () => Changes, onFrame: (all: Changes) => void): Frame<Changes> {
  let gathering = noFrameChanges()
  let isAsked = false
  let isStopped = false
  const apply = () => {
    isAsked = false
    if (isStopped) return
    const all = gathering
    gathering = noFrameChanges()
    onFrame(all)
  }
  return {
    received: () => {
      if (!isAsked) {
        isAsked = true
        wait(apply)
      }
      return gathering
    },
    stop: () => void (isStopped = true),
  }
}
