import { describe, expect, it } from 'vitest'
import { isForAdministrators, sectionOf, sectionPath, sections } from './sections.ts'

describe('the addresses of the dashboard', () => {
  it.each(sections)('%s is found again from its own address, with or without the last slash', (section) => {
    expect(sectionOf(sectionPath(section))).toBe(section)
    expect(sectionOf(sectionPath(section).replace(/\/$/, ''))).toBe(section)
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/nothing/', '/dashboard/overview/'])('%s is the overview', (path) => {
    expect(sectionOf(path)).toBe('overview')
  })

  it('keys and the log are for administrators, the rest is for every member to read', () => {
    expect(sections.filter(isForAdministrators)).toEqual(['api-keys', 'audit-log'])
  })
})
