/** A line on its way to the clipboard. The printing of lines stands apart, because the first screen needs none. */
import { toast } from '../../components/toasts.ts'

export function copyLine(line: string): void {
  navigator.clipboard.writeText(line).then(
    () => toast({ key: 'copied', tone: 'done', title: 'Line copied', text: line }),
    () =>
      toast({
        key: 'copied',
        tone: 'refused',
        title: 'The browser did not allow copying',
        text: 'Allow the clipboard for this page and try again.',
      }),
  )
}
