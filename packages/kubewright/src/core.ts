/**
 * The object model: names, selectors, conditions, patches, durations, clocks. Everything of `@kubewright/core`, for projects that install
 * only this package.
 */
export * from '@kubewright/core'
