/** The kind that a controller is for, wherever it works. Pure. */
import type { ControllerEntry, KindEntry } from '@kubewright/dashboard'

export function kindOf(controllers: ReadonlyMap<string, ControllerEntry>, name: string): KindEntry | undefined {
  // One that works on other clusters alone has no entry at home.
  return (controllers.get(name) ?? [...controllers.values()].find((one) => one.name === name))?.for
}
