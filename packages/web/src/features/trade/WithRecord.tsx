import type { RfqRecord } from '@parley/client'
import type { ReactNode } from 'react'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import type { RfqChoice } from '../../live/screen-state.ts'
import { useRecord } from './use-record.ts'

type WithRecordProps = { readonly rfq: RfqChoice; readonly children: (record: RfqRecord) => ReactNode }

/** The record of a direct request once it is there; until then its outline, or why there is none. */
export function WithRecord({ rfq, children }: WithRecordProps) {
  const record = useRecord(rfq)
  switch (record.state) {
    case 'LOADING':
      return <Skeleton lines={12} label="Loading the record" />
    case 'FAILED':
      return <CouldNotLoad what="the record" words={record.words} retry={record.retry} />
    case 'LOADED':
      return children(record.data)
  }
}
