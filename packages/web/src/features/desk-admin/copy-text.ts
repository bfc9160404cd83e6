import { toast } from '../../components/toasts.ts'

/** Returns whether the browser allowed it. */
export async function copyText(what: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ key: 'copied', tone: 'done', title: `${what} copied` })
    return true
  } catch {
    toast({
      key: 'copied',
      tone: 'refused',
      title: 'The browser did not allow copying',
      text: 'Allow clipboard access for this page and try again.',
    })
    return false
  }
}
