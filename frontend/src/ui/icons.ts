/** The icons: lines in a square of 20. */
export const ADMIN =
  'M8 1.5 10 5l2-3.5M3.5 5h13v13.5h-13zM7 14.5h6M10 8.1a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8';
export const BACK = 'M17 10H4M9 4.5 3.5 10 9 15.5';
export const CALENDAR = 'M3 4.5h14V17H3zM3 8.5h14M7 2v4M13 2v4';
export const CHEVRON = 'm4 7 6 6 6-6';
export const CLOSE = 'M4 4l12 12M16 4 4 16';
export const DOWNLOAD = 'M10 2.5V13M5.5 9l4.5 4.5L14.5 9M3.5 17.5h13';
export const FEED =
  'M4 3.5A12.5 12.5 0 0 1 16.5 16M4 9a7 7 0 0 1 7 7M5 14a1.2 1.2 0 1 1 0 2.4A1.2 1.2 0 0 1 5 14';
export const FIND = 'M8.5 2.8a5.7 5.7 0 1 1 0 11.4 5.7 5.7 0 0 1 0-11.4M13 13l4.7 4.7';
export const GO = 'M3 10h13M11 4.5l5.5 5.5-5.5 5.5';
export const OUT = 'M5 15 15 5M7 5h8v8';
export const PICTURE = 'M3 3.5h14v13H3zM3 13l4-4 4 4 2.5-2.5L17 14M12.5 7.5h.1';
export const PLAY = 'M5 2.6 17 10 5 17.4z';
export const RENEW =
  'M4 10a6 6 0 0 1 10.5-4M16 10a6 6 0 0 1-10.5 4M14.7 2.5V6h-3.5M5.3 17.5V14h3.5';
export const SHARE = 'M10 12.5v-10M6 6l4-3.7L14 6M3.5 10v7.5h13V10';
export const WARNING = 'M10 2.5 18.5 17h-17zM10 8v4.2M10 14.3v.4';
