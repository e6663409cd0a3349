/** A hook for values that change outside of components. */
import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * The present value; renders again when it changes.
 *
 * An effect runs after the next frame, so the value may change before it can subscribe: then no notification comes. That is why the effect
 * compares once itself.
 *
 * @param subscribe calls its argument after each possible change, and returns how to unsubscribe
 * @param inputs what `read` and `subscribe` depend on
 */
export function useSubscribedValue<Value extends string | number | boolean>(
  read: () => Value,
  subscribe: (changed: () => void) => () => void,
  inputs: readonly unknown[],
): Value {
  const [, renderAgain] = useState(0)
  const value = read()
  const shown = useRef(value)
  shown.current = value
  useEffect(() => {
    const compare = () => {
      if (read() !== shown.current) renderAgain((times) => times + 1)
    }
    const unsubscribe = subscribe(compare)
    compare()
    return unsubscribe
  }, inputs)
  return value
}
