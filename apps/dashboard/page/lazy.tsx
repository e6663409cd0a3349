/** Components that are loaded on first use: most viewers never open an editor. */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const [failure, setFailure] = useState('')
    useEffect(() => {
      loading ??= load()
      loading.then(
        (part) => setPart(() => part),
        (error: unknown) => {
          loading = undefined
          setFailure(String(error))
        },
      )
    }, [])
    if (Part !== undefined) return <Part {...props} />
    return <p class="empty">{failure === '' ? 'Loading …' : failure}</p>
  }
}
