"""Plays, examines and reports on the players of a class, each of them in the sandbox.

    submissions    finds every student's file and the player in it, without running anything
    questions      the positions of the exam, the same for all, with the right columns
    exam           asks one player all questions
    sandboxed      starts a submission in the sandbox, as an agent
    session        the whole: exam, tournament, and one entry for each student
    entry          what the report says of one student
    report         the table on the terminal, CSV and JSON; html_page the page

docs/class.md is the page for teachers.
"""
