import type { ComponentProps } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FirstStep } from './FirstStep.tsx'
import { choosePeriod, usePeriod } from './period.ts'

/** An empty history: either no rows at all, or none in the chosen period. */
export function PastEmpty(props: Pick<ComponentProps<typeof Empty>, 'icon' | 'title' | 'text'>) {
  if (usePeriod() === undefined) return <Empty {...props} action={<FirstStep />} />
  return (
    <Empty
      icon={props.icon}
      title="Nothing in this period"
      text="Rows of other dates are hidden by the period."
      action={
        <Button size="small" onClick={() => choosePeriod(undefined)}>
          Show all dates
        </Button>
      }
    />
  )
}
