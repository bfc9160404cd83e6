import { expect, it } from 'vitest'
import { whyUnusable } from './es2024.mjs'

it.each([
  ['18.20.4', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['22.0.0', false],
  ['24.21.0', false],
])('a release refuses an unusable Node in one sentence: %s is refused: %s', (version, isRefused) => {
  const refusal = isRefused ? `Node ${version} is too old for Parley: install Node 20.19 or newer` : ''
  expect(whyUnusable(version) ?? '').toMatch(new RegExp(`^${refusal}`))
  expect(whyUnusable(version) === undefined).toBe(!isRefused)
})
