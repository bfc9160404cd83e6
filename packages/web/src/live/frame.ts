/** What is heard between two pictures of the browser, handed on together: a screen draws once, however much the market says. */
import { limits } from './limits.ts'

export type Frame<Heard> = { readonly heard: () => Heard; readonly stop: () => void }

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

export function createFrame<Heard>(nothingHeard: () => Heard, onFrame: (all: Heard) => void): Frame<Heard> {
  let gathering = nothingHeard()
  let isAsked = false
  let isStopped = false
  const apply = () => {
    isAsked = false
    if (isStopped) return
    const all = gathering
    gathering = nothingHeard()
    onFrame(all)
  }
  return {
    heard: () => {
      if (!isAsked) {
        isAsked = true
        wait(apply)
      }
      return gathering
    },
    stop: () => void (isStopped = true),
  }
}
