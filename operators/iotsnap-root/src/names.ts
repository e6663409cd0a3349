/** Names that are stored in clusters. Never change them. */

export const iotsnapGroup = 'iotsnap.red.extrasys.it'
export const operatorName = 'iotsnap-root'
export const operatorVersion = '0.1.0'
export const operatorNamespace = 'iotsnap-system'

/** The default registry of images, unless `spec.registry` is set. */
export const defaultRegistry = 'quay.extrasys.it/red-eriot'

/** The version of the images that this release of the operator was tested with. */
export const certifiedVersion = '1.0.8-dev'

/** The mount path of a component's ConfigMap. */
export const configPath = '/deployments/config'

/** The mount path of a component's claim. */
export const dataPath = '/data'

/** Labels on every object of the operator. The object's own labels cannot override them. */
export const labelKeys = {
  operator: 'iotsnap.red.extrasys.it/operator',
  version: 'iotsnap.red.extrasys.it/operator-version',
  namespace: 'iotsnap.red.extrasys.it/namespace',
  root: 'iotsnap.red.extrasys.it/root',
  resource: 'iotsnap.red.extrasys.it/resource',
  component: 'component',
} as const
