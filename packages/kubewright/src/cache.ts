/** Local caches of objects, kept in sync by watches. Everything of `@kubewright/cache`, for projects that install only this package. */
export * from '@kubewright/cache'
