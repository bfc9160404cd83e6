import type { ComponentProps } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { choosePeriod, usePeriod } from './period.ts'

/** A list of the past with nothing in it: of all days, or of those that are chosen. */
export function PastEmpty(props: Pick<ComponentProps<typeof Empty>, 'icon' | 'title' | 'text'>) {
  if (usePeriod() === undefined) return <Empty {...props} />
  return (
    <Empty
      icon={props.icon}
      title="Nothing in these days"
      action={
        <Button size="small" onClick={() => choosePeriod(undefined)}>
          Show any day
        </Button>
      }
    />
  )
}
