import { describe, expect, it } from 'vitest'
import { rightFor, sectionOf, sectionPath, sections } from './sections.ts'

describe('the addresses of the dashboard', () => {
  it.each(sections)('%s is found again from its own address, with or without the last slash', (section) => {
    expect(sectionOf(sectionPath(section))).toBe(section)
    expect(sectionOf(sectionPath(section).replace(/\/$/, ''))).toBe(section)
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/nothing/', '/dashboard/overview/'])('%s is the overview', (path) => {
    expect(sectionOf(path)).toBe('overview')
  })

  it('keys and the log are for administrators, comparisons for members who trade, the rest is for every member to read', () => {
    const special = sections.filter((section) => rightFor(section) !== undefined).map((section) => `${section}: ${rightFor(section)}`)
    expect(special).toEqual(['api-keys: Administer', 'reconciliation: Trade', 'audit-log: Administer'])
  })
})
