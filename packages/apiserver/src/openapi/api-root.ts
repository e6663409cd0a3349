/** The root path of a group version. */
import { formatApiVersion } from '@kubewright/core/object'

/** `/api/v1`, `/apis/apps/v1` */
export function rootOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? `/api/${version}` : `/apis/${formatApiVersion({ group, version })}`
}
