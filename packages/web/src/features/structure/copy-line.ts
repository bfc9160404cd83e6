/** Copies a line of text to the clipboard. The code that prints lines is separate, because the first screen does not need it. */
import { toast } from '../../components/toasts.ts'

export function copyLine(line: string, title = 'Line copied'): void {
  navigator.clipboard.writeText(line).then(
    () => toast({ key: 'copied', tone: 'done', title, text: line }),
    () =>
      toast({
        key: 'copied',
        tone: 'refused',
        title: 'The browser did not allow copying',
        text: 'Allow clipboard access for this page and try again.',
      }),
  )
}
