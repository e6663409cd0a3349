/** Labels, annotations and finalizers of replicated objects. */
export {
  clusterLabel,
  conditionType,
  finalizerOf,
  leftBehindAnnotation,
  leftBehindName,
  originLabel,
  replicasFinalizer,
  tenantLabel,
} from './names.ts'
export { tenantAccount } from './tenant-manifests.ts'
