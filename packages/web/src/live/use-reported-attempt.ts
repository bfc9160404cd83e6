import { toast } from '../components/toasts.ts'
import { useAttempt } from '../components/use-attempt.ts'
import { errorMessage } from './loadable.ts'

/** The work of one button, whose failure is reported in a message. One message per key: a later failure replaces the earlier one. */
export const useReportedAttempt = ({ onFailed, ...message }: ReportedAs): ReturnType<typeof useAttempt> =>
  useAttempt((error) => {
    toast({ ...message, tone: 'refused', text: errorMessage(error) })
    onFailed?.(error)
  })

type ReportedAs = { readonly key?: string; readonly title: string; readonly onFailed?: (error: unknown) => void }
