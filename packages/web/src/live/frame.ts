/** What is heard between two pictures of the browser, handed on together: a screen draws once, however much the market says. */
import { limits } from './limits.ts'

export type Frame<Heard> = { readonly heard: () => Heard; readonly stop: () => void }

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
        if (document.hidden) setTimeout(apply, limits.hiddenFrameMs)
        else requestAnimationFrame(apply)
      }
      return gathering
    },
    stop: () => void (isStopped = true),
  }
}
