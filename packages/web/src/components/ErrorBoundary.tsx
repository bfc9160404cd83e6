import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'

/** Catches our own rendering errors and offers the one thing that helps: reloading. */
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
        text="Your orders and RFQs on the server are not affected."
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            Reload app
          </Button>
        }
      />
    )
  }
}
