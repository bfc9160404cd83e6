import { CircleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'

type CouldNotLoadProps = { readonly what: string; readonly words: string; readonly retry: () => void }

/** Shown when a list or page could not be loaded: the server's message and a retry button. */
export const CouldNotLoad = ({ what, words, retry }: CouldNotLoadProps) => (
  <Empty
    icon={CircleAlert}
    tone="danger"
    title={`Could not load ${what}`}
    text={words}
    action={<Button onClick={retry}>Try again</Button>}
  />
)
