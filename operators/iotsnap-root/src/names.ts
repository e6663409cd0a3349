/** Names that are stored in clusters. Never change them. */

export const iotsnapGroup = 'iotsnap.red.extrasys.it'
export const operatorName = 'iotsnap-root'
export const operatorVersion = '0.1.0'
export const operatorNamespace = 'iotsnap-system'

/** Where images come from unless `spec.registry` says otherwise. */
export const defaultRegistry = 'quay.extrasys.it/red-eriot'

/** The version of the images that this release of the operator was tested with. */
export const certifiedVersion = '1.0.8-dev'

/** Where the ConfigMap of a component is mounted. */
export const configPath = '/deployments/config'

/** Where the claim of a component is mounted. */
export const dataPath = '/data'

/** Labels that the operator puts on every object. Those of the object cannot overrule them. */
export const labelKeys = {
  operator: 'iotsnap.red.extrasys.it/operator',
  version: 'iotsnap.red.extrasys.it/operator-version',
  namespace: 'iotsnap.red.extrasys.it/namespace',
  root: 'iotsnap.red.extrasys.it/root',
  resource: 'iotsnap.red.extrasys.it/resource',
  component: 'component',
} as const
