import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'

const SAID_FOR_MS = 2_000

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState<'Copied' | 'Copy failed: blocked by the browser'>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Copy failed: blocked by the browser'),
    )
  return (
    <Button icon={said === 'Copied' ? <Check size={14} /> : <Copy size={14} />} aria-live="polite" onClick={() => void copy()}>
      {said ?? label}
    </Button>
  )
}
