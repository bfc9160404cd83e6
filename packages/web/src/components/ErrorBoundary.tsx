import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'

/** A fault of ours while drawing: said plainly, with the one thing that helps. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Empty
        icon={CircleAlert}
        tone="danger"
        title="Something went wrong…"
        text="Your orders and requests are kept by the server and are not touched by this."
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            Reload app
          </Button>
        }
      />
    )
  }
}
