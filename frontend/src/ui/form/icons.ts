/** The icons that only people who work on the site see. */
export const COPY = 'M7 3.5h9.5V13M3.5 7H13v9.5H3.5z';
export const DELETE = 'M3 5.5h14M8 5V2.8h4V5M5 5.8l.8 11.7h8.4L15 5.8M8.3 9v5M11.7 9v5';
export const DOWN = 'M10 4v11.5M4.5 10.5 10 16l5.5-5.5';
export const EDIT = 'M3 17l.8-4L13.5 3.3l3.2 3.2L7 16.2zM11.5 5.3l3.2 3.2';
export const PLUS = 'M10 3.5v13M3.5 10h13';
export const STAR = 'M10 2.5l2.3 5 5.4.6-4 3.7 1.1 5.4L10 14.5l-4.8 2.7 1.1-5.4-4-3.7 5.4-.6z';
export const UP = 'M10 16V4.5M4.5 9.5 10 4l5.5 5.5';
