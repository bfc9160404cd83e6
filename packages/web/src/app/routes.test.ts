import { describe, expect, it } from 'vitest'
import { marketRouteOf, signInRouteOf } from './routes.ts'
import { ageText, countdownText } from '../components/time-text.ts'

describe('addresses', () => {
  // Proves A 10.1, T 2.6, T 2.7.
  it.each([
    ['/fs', undefined, '/fs'],
    ['/rfqs', '/fs', '/rfqs'],
    ['/', '/leaderboard', '/leaderboard'],
    ['/nowhere', undefined, '/rfqs'],
    ['/nowhere', '/gone', '/rfqs'],
    ['/fs/', undefined, '/rfqs'],
  ])('a signed-in user at %s, last at %s, sees %s', (path, last, shown) => expect(marketRouteOf(path, last)).toBe(shown))

  // Proves A 2.22, A 2.24, A 4.2, A 10.2, T 2.1 to 2.5, T 2.11.
  it.each([
    ['/', '/'],
    ['/rfqs', '/'],
    ['/register/activate', '/register/'],
    ['/forgot-password', '/forgot-password/'],
    ['/twoFA/', '/twoFA/'],
    ['/sign-on/', '/sign-on/'],
  ])('a user who is not signed in at %s sees %s', (path, shown) => expect(signInRouteOf(path)).toBe(shown))
})

describe('times', () => {
  it.each([
    [271_000, '04:31'],
    [270_100, '04:31'],
    [-5, '00:00'],
  ])('%i ms are left as %s', (left, text) => expect(countdownText(left)).toBe(text))
  it.each([
    [200, '0.2 s'],
    [14_000, '14 s'],
    [90_000, '1 m'],
    [7_200_000, '2 h'],
    [172_800_000, '2 d'],
  ])('an age of %i ms is %s', (age, text) => expect(ageText(age)).toBe(text))
})
