/** Moments in which a page should look again at once, instead of after a wait: its network has come back, or somebody looks at it. */
export function onReturn(act: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && act()
  addEventListener('online', act)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    removeEventListener('online', act)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Called when the browser loses its network and when it has one again. */
export function onNetwork(act: () => void): () => void {
  addEventListener('online', act)
  addEventListener('offline', act)
  return () => {
    removeEventListener('online', act)
    removeEventListener('offline', act)
  }
}
