/** The IotSnap Root stack. See decision 0392. */
import { BackupPlan } from '@kubewright/backup'
import { Monitoring } from '@kubewright/monitoring'
import { defineStack, type StackStatus } from '@kubewright/stack'
import { componentTypes, hasPreservedConfig } from './component-table.ts'
import { componentsOf, defaultsOf } from './components.ts'
import { instancesOf, versionOf } from './instances.ts'
import { IotSnapRoot } from './iotsnap-root.ts'
import { operatorName } from './names.ts'

export const iotSnapStack = defineStack({
  for: IotSnapRoot,
  name: operatorName,
  kinds: [BackupPlan, Monitoring],
  defaults: (root) => defaultsOf(root),
  components: (root, { versions }) => componentsOf(root, versions),
  version: ({ spec }) => versionOf(spec),
  // Tags are independent of operator releases. A component has ten minutes to become healthy before everything is rolled back.
  anyVersion: { healthyWithin: '10m' },
  status: (root, report) => preservedOf(root, report),
})

/** The copies of ConfigMaps in the original's format: a list for each type, in the order of the instances. */
export function preservedOf({ spec }: IotSnapRoot, { preserved = {} }: StackStatus) {
  return Object.fromEntries(
    componentTypes.filter(hasPreservedConfig).map((type) => {
      const copies = instancesOf(spec, type).map(({ configMap }) => {
        const data = preserved[configMap]?.data
        return data === undefined ? {} : { configmap: data }
      })
      return [type, copies]
    }),
  )
}
