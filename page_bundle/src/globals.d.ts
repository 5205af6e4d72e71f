/** Eight hex digits over the sources, put in by build.mjs. */
declare const TAPBRIDGE_HASH: string;
