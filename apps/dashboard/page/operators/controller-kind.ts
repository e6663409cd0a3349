/** The kind of a controller, whichever clusters it works on. Pure. */
import type { ControllerEntry, KindEntry } from '@kubewright/dashboard/topics'

export function kindOf(controllers: ReadonlyMap<string, ControllerEntry>, name: string): KindEntry | undefined {
  // A controller for other clusters only has no entry at home.
  return (controllers.get(name) ?? [...controllers.values()].find((one) => one.name === name))?.for
}
