/** The messages under the bell. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { clearToasts, openMessageList, toast } from '../components/toasts.ts'
import { TooltipProvider } from '../components/Tooltip.tsx'
import { Bell } from './Bell.tsx'

afterEach(() => {
  cleanup()
  openMessageList(false)
  clearToasts()
})

it('are in two groups, so that a rejection is not lost among fills', () => {
  const about = { rfqId: undefined }
  toast({ key: 'a', tone: 'done', title: 'Bought 25', about })
  toast({ key: 'b', tone: 'refused', title: 'DBT rejected the trade', about })
  toast({ key: 'c', tone: 'info', title: 'Sold 50', about })
  render(
    <TooltipProvider>
      <Bell />
    </TooltipProvider>,
  )
  act(() => openMessageList(true))
  const textOf = (name: string) => screen.getByRole('group', { name }).textContent ?? ''
  expect(textOf('Rejections and warnings')).toContain('DBT rejected the trade')
  expect(textOf('Fills and updates')).toMatch(/Fills and updates · 2.*Sold 50.*Bought 25/)
  expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Rejections and warnings',
    'Fills and updates',
  ])
})
