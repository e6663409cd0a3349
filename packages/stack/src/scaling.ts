/** Scaling by measurements: replicas, resources, abnormalities. Pure. */
export type { SampleQuestion } from './controller/tuning.ts'
export { type Abnormality, findAbnormality } from './scaling/metric-outlier.ts'
export { type ResourceRecommendation, recommendResources } from './scaling/recommend-resources.ts'
export { replicasFor } from './scaling/replicas-for.ts'
export type { AbnormalityPolicy, ScalingPolicy, TuningPolicy } from './scaling/scaling-policy.ts'
