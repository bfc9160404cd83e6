/** Hands on together all messages between two pictures of the browser: a screen draws once, however much the market says. */
import { limits } from './limits.ts'

export type Frame<Changes> = { readonly received: () => Changes; readonly stop: () => void }

/** Of every socket, for one picture: what is handed on within one task is drawn in one go. */
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
    // One that failed does not keep the others.
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
