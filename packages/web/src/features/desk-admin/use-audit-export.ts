/** Exports the whole log as a file, across all pages. It shows the progress and can be stopped. */
import { type AuditEntryView, deskCalls } from '@parley/contracts'
import { useEffect, useRef, useState } from 'react'
import { downloadText, toCsv } from '../../components/table-export.ts'
import { toast } from '../../components/toasts.ts'
import { client } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { exportColumns } from './audit-columns.tsx'
import type { Names } from './audit-labels.ts'

const PAGE_ROWS = 500

type Query = { readonly actor?: string; readonly action?: string }

export function useAuditExport(names: Names) {
  const [progress, setProgress] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const start = async (query: Query): Promise<void> => {
    const { signal } = (stopping.current = new AbortController())
    setProgress(0)
    try {
      const entries: AuditEntryView[] = []
      for await (const page of client.pages(deskCalls.listAudit, { query: { ...query, page_size: PAGE_ROWS }, signal })) {
        entries.push(...page.results)
        setProgress(entries.length)
      }
      downloadText('audit-log.csv', toCsv(exportColumns(names), entries), 'text/csv')
      toast({ key: 'export', tone: 'done', title: `${entries.length.toLocaleString('en')} entries exported`, text: 'audit-log.csv' })
    } catch (error) {
      if (!signal.aborted) toast({ key: 'export', tone: 'refused', title: 'Export failed', text: errorMessage(error) })
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, start, stop: () => stopping.current?.abort() }
}
