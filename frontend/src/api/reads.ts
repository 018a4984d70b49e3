/** What a visitor's pages need of the data service. */
export { artistsResource, featuredResource, fetchArtist } from './artists';
export { dataClient } from './client';
export { artistEventsResource, upcomingEventsResource } from './events';
