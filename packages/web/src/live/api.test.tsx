/** The place of a session: a second tab is signed in with the first one, and each window of a demo has its own person. */
import { afterEach, describe, expect, it } from 'vitest'
import { isDemoSession, keepToken, keptToken } from './api.ts'

/** A tab that is opened now shares the browser's store, and has no store of a window yet. */
function inAnotherTab<Read>(read: () => Read): Read {
  const kept = Object.entries({ ...sessionStorage })
  sessionStorage.clear()
  try {
    return read()
  } finally {
    for (const [key, value] of kept) sessionStorage.setItem(key, value)
  }
}

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a session', () => {
  it('belongs to the browser, so that a second tab needs no sign-in, and follows its renewal and its end', () => {
    keepToken('first', 'BROWSER')
    expect([keptToken(), inAnotherTab(keptToken), isDemoSession()]).toEqual(['first', 'first', false])
    keepToken('renewed')
    expect(inAnotherTab(keptToken)).toBe('renewed')
    keepToken(undefined)
    expect([keptToken(), inAnotherTab(keptToken)]).toEqual([undefined, undefined])
  })

  it('of a demo card belongs to its window, and leaves the session of other tabs as it is', () => {
    keepToken('browser', 'BROWSER')
    keepToken('card', 'WINDOW')
    expect([keptToken(), inAnotherTab(keptToken), isDemoSession()]).toEqual(['card', 'browser', true])
    keepToken('renewed')
    expect([keptToken(), inAnotherTab(keptToken)]).toEqual(['renewed', 'browser'])
    keepToken('signed in', 'BROWSER')
    expect([keptToken(), inAnotherTab(keptToken), isDemoSession()]).toEqual(['signed in', 'signed in', false])
  })
})
