"""Pairs of applicants and jobs, in lines, sentences, brackets and tables, in both directions."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import NodePairs, Scope, Unreadable, written
from graphcore.records import Reply
from tests.test_parsing import HOSTILE

LEFT, RIGHT = tuple(f"a{number}" for number in range(5)), tuple(f"j{number}" for number in range(4))
ASKED = "Which assignment lets the most applicants find a job they are interested in?"
PAIRS = [["a0", "j2"], ["a1", "j0"], ["a3", "j1"]]
INTERESTS = (
    "applicant 0 is interested in job 1, job 2.\napplicant 1 is interested in job 0.\n"
    "applicant 3 is interested in job 1, job 3.\n"
)
LIST = "applicant 0: job 2\napplicant 1: job 0\napplicant 3: job 1"
TURNED = "job 2: applicant 0\njob 0: applicant 1\njob 1: applicant 3"


def read(text: str, left: tuple[Any, ...] = LEFT, right: tuple[Any, ...] = RIGHT) -> Any:
    """The pairs in some order that is always the same, or the code of the finding that says why there are none."""
    scope = Scope(left + right, ASKED, sides=(left, right))
    try:
        answer = NodePairs().read(Reply(text), scope)
    except Unreadable as missing:
        return missing.finding.code
    assert 0 <= answer.span[0] < answer.span[1] <= len(text)
    return sorted(answer.value, key=str)


@pytest.mark.parametrize(
    "text",
    [
        LIST,
        TURNED,
        LIST + "\n\nthere are 9 job app",
        "  \n" + LIST + "\n3 applicants can find the job they are interested in.",
        INTERESTS
        + "we can make the following assignments:\n"
        + LIST
        + "\n3 applicants can find the job they are interested in.",
        "applicant 0 -> job 2\napplicant 1 -> job 0\napplicant 3 -> job 1",
        "applicant 0 - job 2\napplicant 1 - job 0\napplicant 3 - job 1",
        "applicant 0 → job 2\napplicant 1 → job 0\napplicant 3 → job 1",
        "applicant 0 = job 2\napplicant 1 = job 0\napplicant 3 = job 1",
        "applicant 0, job 2\napplicant 1, job 0\napplicant 3, job 1",
        "- applicant 0: job 2\n- applicant 1: job 0\n- applicant 3: job 1",
        "1. applicant 0: job 2\n2. applicant 1: job 0\n3. applicant 3: job 1",
        "applicant 0 is assigned to job 2\napplicant 1 is assigned to job 0\napplicant 3 is assigned to job 1.",
        "applicant 0 is assigned job 2\napplicant 1 is assigned job 0\napplicant 3 is assigned job 1",
        "applicant 0 gets job 2\napplicant 1 gets job 0\napplicant 3 gets job 1",
        (
            "applicant 0 can be assigned to job 2\napplicant 1 can be assigned to job 0\n"
            "applicant 3 can be assigned to job 1"
        ),
        "applicant 0 takes job 2\napplicant 1 takes job 0\napplicant 3 takes job 1",
        "applicant 0 is matched with job 2\napplicant 1 is matched with job 0\napplicant 3 is matched with job 1",
        "job 2 is assigned to applicant 0\njob 0 is assigned to applicant 1\njob 1 is assigned to applicant 3",
        "job 2 goes to applicant 0\njob 0 goes to applicant 1\njob 1 goes to applicant 3",
        "job 2 is given to applicant 0\njob 0 is given to applicant 1\njob 1 is given to applicant 3",
        "assign applicant 0 to job 2.\nassign applicant 1 to job 0.\nassign applicant 3 to job 1.",
        "assign job 2 to applicant 0.\nassign job 0 to applicant 1.\nassign job 1 to applicant 3.",
        "applicant 0: job 2, applicant 1: job 0, applicant 3: job 1",
        "applicant 0: job 2; applicant 1: job 0; applicant 3: job 1",
        "applicant 0: job 2. applicant 1: job 0. applicant 3: job 1",
        "applicant 0: job 2,\napplicant 1: job 0,\napplicant 3: job 1",
        LIST + "\napplicant 2: none\napplicant 4: none",
        LIST + "\napplicant 2: no job\napplicant 4: unassigned",
        LIST + "\njob 3: none",
        "applicant 0 is assigned to job 2, applicant 1 is assigned to job 0, and applicant 3 is assigned to job 1.",
        "applicant 0 to job 2, applicant 1 to job 0 and applicant 3 to job 1",
        "assign job 2 to applicant 0, job 0 to applicant 1, and job 1 to applicant 3.",
        "applicants 0, 1 and 3 are assigned to jobs 2, 0 and 1 respectively.",
        "[(applicant 0, job 2), (applicant 1, job 0), (applicant 3, job 1)]",
        "Answer: [(applicant 0, job 2), (applicant 1, job 0), (applicant 3, job 1)]",
        "answer: [(0, 2), (1, 0), (3, 1)]",
        "Answer: [[0, 2], [1, 0], [3, 1]]",
        "Answer: (0, 2), (1, 0), (3, 1)",
        "Answer: [(a0, j2), (a1, j0), (a3, j1)]",
        '{"applicant 0": "job 2", "applicant 1": "job 0", "applicant 3": "job 1"}',
        '```json\n{\n  "applicant 0": "job 2",\n  "applicant 1": "job 0",\n  "applicant 3": "job 1"\n}\n```',
        '{"0": 2, "1": 0, "3": 1}',
        "Answer: {0: 2, 1: 0, 3: 1}",
        '{"a0": "j2", "a1": "j0", "a3": "j1"}',
        '[{"applicant": 0, "job": 2}, {"applicant": 1, "job": 0}, {"applicant": 3, "job": 1}]',
        '{"assignment": {"applicant 0": "job 2", "applicant 1": "job 0", "applicant 3": "job 1"}}',
        "The answer is:\n" + LIST,
        "The answer is: applicant 0: job 2, applicant 1: job 0, applicant 3: job 1.",
        "**Answer:**\n\n" + LIST,
        "so the assignment is:\n\n" + LIST + "\n\nthis is the maximum.",
        "Answer:\n" + LIST + "\n\n3 applicants can find the job they are interested in.",
        (
            "1. applicant 0 is interested in job 2, so assign job 2 to applicant 0.\n"
            "2. applicant 1 is interested in job 0, so assign job 0 to applicant 1.\n"
            "3. applicant 3 is interested in job 1, so assign job 1 to applicant 3."
        ),
        (
            "1. applicant 0 is interested in job 2, so assign job 2 to applicant 0.\n"
            "2. applicant 1 is interested in job 0, so assign job 0 to applicant 1.\n"
            "3. applicant 2 is also interested in job 0, but job 0 has already been assigned to "
            "applicant 1.\n4. applicant 3 is interested in job 1, so assign job 1 to applicant "
            "3.\n\ntherefore, the maximum number of applicants is 3."
        ),
        "applicant 0: job 1\napplicant 1: job 2\n\nwait, that is not right. the assignment should be:\n" + LIST,
        "first try:\napplicant 0: job 1\napplicant 1: job 2\n\nfinal assignment:\n" + LIST,
        LIST + "\n\nin this assignment, applicant 0 is assigned to job 2, which is one of their interests.",
        LIST + "\n\nthis is because applicant 0 is interested in job 1 and job 2, applicant 4 could take job 3.",
        LIST + "\n\napplicant 2 and applicant 4 are not assigned to any job.",
        "there are 5 applicants and 4 jobs.\n" + LIST,
        "applicant 0 - job 2\napplicant 1 - job 0\napplicant 3 - job 1",
        "0 -> 2\n1 -> 0\n3 -> 1",
        "0: 2\n1: 0\n3: 1",
        "applicant 0: 2\napplicant 1: 0\napplicant 3: 1",
        "Applicant 0: Job 2\nApplicant 1: Job 0\nApplicant 3: Job 1",
        "* Applicant 0 → Job 2\n* Applicant 1 → Job 0\n* Applicant 3 → Job 1",
        "applicant #0: job #2\napplicant #1: job #0\napplicant #3: job #1",
        "applicant 0 (job 2)\napplicant 1 (job 0)\napplicant 3 (job 1)",
        "(applicant 0, job 2)\n(applicant 1, job 0)\n(applicant 3, job 1)",
        "| applicant | job |\n|---|---|\n| 0 | 2 |\n| 1 | 0 |\n| 3 | 1 |",
        "| applicant 0 | job 2 |\n| applicant 1 | job 0 |\n| applicant 3 | job 1 |",
        "applicant 0:\njob 2\napplicant 1:\njob 0\napplicant 3:\njob 1",
        (
            "applicant 0: job 2 (interested in job 1, job 2)\napplicant 1: job 0 (interested in "
            "job 0)\napplicant 3: job 1 (interested in job 1, job 3)"
        ),
        "applicant 0: job 2, since job 1 is needed by applicant 3\napplicant 1: job 0\napplicant 3: job 1",
        LIST + "\n" + TURNED,
        LIST + "\n\n" + TURNED,
        (
            "applicant 0: job 1, job 2\napplicant 1: job 0\napplicant 3: job 1, job 3\n"
            "applicant 4: job 0, job 1\n\nassignment:\n"
        )
        + LIST,
        "applicant 0: job 1, job 2\napplicant 1: job 0, job 1\napplicant 3: job 1, job 3\n\n" + LIST,
        (
            "job 0: applicant 1 and applicant 2 are both interested in this job. we can assign "
            "it to either one of them.\njob 1: applicant 3 is interested.\n\n"
            "therefore, the assignment of jobs to applicants is as follows:\n\n"
        )
        + TURNED,
        "the maximum number of applicants is 3. applicant 0: job 2, applicant 1: job 0, applicant 3: job 1",
        (
            "therefore, the maximum number of applicants that find the job they are interested "
            "in is 3, with job 2 assigned to applicant 0, job 0 assigned to applicant 1 and job "
            "1 assigned to applicant 3."
        ),
        (
            "we assign applicant 0 to job 2.\nwe assign applicant 1 to job 0.\n"
            "we assign applicant 3 to job 1.\nno more applicants can be assigned."
        ),
        (
            "let's start with applicant 0. applicant 0 gets job 2. next, applicant 1 gets job "
            "0. finally, applicant 3 gets job 1."
        ),
        "applicant 0 has job 2, applicant 1 has job 0, applicant 3 has job 1",
        "applicant 0 should take job 2, applicant 1 should take job 0, and applicant 3 should take job 1.",
        "job 0 - applicant 1, job 1 - applicant 3, job 2 - applicant 0",
        "Job 2 -> applicant 0; Job 0 -> applicant 1; Job 1 -> applicant 3",
        (
            "Q: Find an assignment of jobs to applicants such that the maximum number of applicants "
            "find the job they are interested in.\nA: "
        )
        + LIST
        + (
            "\n\nThere are 3 job applicants numbered from 0 to 2, and 2 jobs numbered from 0 to "
            "1.\nApplicant 0 is interested in job 1.\nQ: Find an assignment of jobs to applicants "
            "in such that the maximum number of applicants find the job they are interested in.\n"
            "A: applicant 0: job 1\n1 applicants can find the job they are interested in."
        ),
        "applicant 0 is assigned job 2 and job 0 is assigned to applicant 1, and applicant 3 is assigned job 1.",
        "applicant 0 works job 2.\n\napplicant 1 works job 0.\n\napplicant 3 works job 1.",
        "applicant 0: job 2\n\napplicant 1: job 0\n\napplicant 3: job 1",
        "Here is one assignment:\n\n"
        + LIST
        + "\n\nThis satisfies 3 applicants. Applicant 2 and 4 are left without a job.",
        "matching = {applicant 0: job 2, applicant 1: job 0, applicant 3: job 1}",
        "Matching: applicant 0-job 2, applicant 1-job 0, applicant 3-job 1",
        "Matching: applicant 0/job 2, applicant 1/job 0, applicant 3/job 1",
        "a0: j2\na1: j0\na3: j1",
        "a0-j2, a1-j0, a3-j1",
        "A0 -> J2, A1 -> J0, A3 -> J1",
        "<answer>" + LIST + "</answer>",
        "\\boxed{(0,2),(1,0),(3,1)}",
        (
            "step 1: assign applicant 0 to job 2.\nstep 2: assign applicant 1 to job 0.\n"
            "step 3: assign applicant 3 to job 1."
        ),
        (
            "applicant 0 will be appointed for job 2.\napplicant 1 will be appointed for job 0.\n"
            "applicant 3 will be appointed for job 1."
        ),
        (
            "applicant 0 finds job 2, applicant 1 finds job 0, applicant 3 finds job 1. in total "
            "3 applicants find the job they are interested in."
        ),
        "if applicant 0 gets job 1, then applicant 3 gets job 3. instead:\n" + LIST,
        (
            "applicant 0 can be assigned to job 1 or job 2.\napplicant 1 can be assigned to job "
            "0.\napplicant 3 can be assigned to job 1 or job 3.\nso the assignment is:\n"
        )
        + LIST,
        (
            "applicant 0 is assigned to job 2\napplicant 1 is assigned to job 0\n"
            "applicant 3 is assigned to job 1\napplicant 2 is not assigned to job 0"
        ),
        (
            "job 2: applicant 0 is interested in this job, so assign applicant 0 to job 2.\n"
            "job 0: applicant 1 is interested in this job, so assign applicant 1 to job 0.\n"
            "job 1: applicant 3 is interested in this job, so assign applicant 3 to job 1."
        ),
        "job 2: assign to applicant 0\njob 0: assign to applicant 1\njob 1: assign to applicant 3",
        TURNED + "\njob 3: no applicant",
        TURNED + "\njob 3: not assigned",
        "job 2: applicant 0 (or applicant 4)\njob 0: applicant 1\njob 1: applicant 3",
        (
            "\n\n1. start by assigning applicant 0 to job 2, since they are interested in job "
            "2.\n\n2. assign applicant 1 to job 0, since they are interested in job 0.\n\n"
            "3. assign applicant 3 to job 1, since they are interested in job 1.\n\n"
            "therefore, the maximum number of applicants that find the job they are interested "
            "in is 3."
        ),
        (
            "\n\nstep 1: assign applicant 0 to job 2 as they are the only applicant interested "
            "in job 2.\n\nstep 2: assign applicant 1 to job 0 as they are interested in job 0.\n\n"
            "step 3: assign applicant 3 to job 1."
        ),
        (
            "\n\njob 0: applicant 1 is the only applicant interested in job 0, so assign job 0 "
            "to applicant 1.\njob 1: applicant 3 and applicant 4 are interested in job 1. assign "
            "job 1 to applicant 3.\njob 2: applicant 0 is interested in job 2, assign job 2 to "
            "applicant 0.\n"
        ),
        (
            "\n\nthe assignment should be as follows:\n\napplicant 0 - job 2\n"
            "applicant 1 - job 0\napplicant 3 - job 1\napplicant 2 - no job\n"
            "applicant 4 - no job"
        ),
        (
            "\n\napplicant 0 should be assigned to job 2.\napplicant 1 should be assigned to job "
            "0.\napplicant 3 should be assigned to job 1.\napplicant 2 and applicant 4 should "
            "not be assigned to any job.\n\nthis way, the maximum number of applicants (3) find "
            "the job they are interested in."
        ),
        (
            "\n\n1. applicant 0 is interested in job 1 and job 2.\n2. applicant 1 is interested "
            "in job 0.\n3. applicant 3 is interested in job 1 and job 3.\n\n"
            "we can assign applicant 0 to job 2, applicant 1 to job 0, and applicant 3 to job "
            "1. this way, three applicants can find the job they are interested in."
        ),
        (
            "\n\nwe can use a greedy algorithm to solve this problem. first, we can assign applicant "
            "0 to job 2. then, we can assign applicant 1 to job 0. finally, we can assign applicant "
            "3 to job 1."
        ),
        (
            "\n\nthe following assignment of jobs to applicants will maximize the number of applicants "
            "who find the job they are interested in:\n\napplicant 0 → job 2\n"
            "applicant 1 → job 0\napplicant 3 → job 1\n\nthis assignment will result in 3 applicants "
            "finding the job they are interested in."
        ),
        (
            "\n\njob 0 is assigned to applicant 1, job 1 is assigned to applicant 3, and job 2 "
            "is assigned to applicant 0. job 3 is not assigned."
        ),
        (
            "\n\nlet's assign job 0 to applicant 1. now, applicant 2 has no job. let's assign "
            "job 1 to applicant 3. let's assign job 2 to applicant 0.\n\nso, the final assignment "
            "is:\njob 0 - applicant 1\njob 1 - applicant 3\njob 2 - applicant 0"
        ),
        (
            "\n\napplicant 0: job 2\napplicant 1: job 0\napplicant 2: none (all jobs they are "
            "interested in are taken)\napplicant 3: job 1\napplicant 4: none"
        ),
        (
            "\n\napplicant 0: job 2\napplicant 1: job 0\napplicant 2: not assigned\n"
            "applicant 3: job 1\napplicant 4: not assigned\n3 applicants can find the job they "
            "are interested in."
        ),
        (
            "\n\napplicants 0, 1, and 3 can be assigned to jobs 2, 0, and 1, respectively. applicants "
            "2 and 4 cannot be assigned."
        ),
        "\n\njob 0: applicant 1\njob 1: applicant 3\njob 2: applicant 0\njob 3: no one",
        (
            "\n\njob 0: applicant 1\njob 1: applicant 3\njob 2: applicant 0\n"
            "job 3: none of the applicants are interested in this job."
        ),
        (
            "\n\njob 0: applicant 1 (only applicant 1 is interested in job 0)\n"
            "job 1: applicant 3 (applicant 3 and applicant 4 are interested in job 1)\n"
            "job 2: applicant 0 (applicant 0 is interested in job 2)"
        ),
        (
            "\n\n1. assign job 0 to applicant 1\n2. assign job 1 to applicant 3\n"
            "3. assign job 2 to applicant 0\n4. job 3 remains unassigned"
        ),
        (
            "\n\nthe assignment is: applicant 0 to job 2, applicant 1 to job 0, applicant 3 to "
            "job 1. applicants 2 and 4 do not get a job since job 1 is assigned to applicant 3 "
            "and job 0 to applicant 1."
        ),
        (
            "\n\napplicant 0: job 2 \napplicant 1: job 0 \napplicant 3: job 1 \n\n"
            "explanation: \napplicant 0 is interested in job 1 and job 2. if applicant 0 is assigned "
            "job 1, then applicant 3 would only have job 3. therefore applicant 0 is assigned "
            "job 2.\n"
        ),
        (
            "\n\nthere are 3 applicants who can find the job they are interested in:\n\n"
            "applicant 0 - job 2\napplicant 1 - job 0\napplicant 3 - job 1"
        ),
        (
            "\n\njob 0 can be assigned to applicant 1.\njob 1 can be assigned to applicant 3 or "
            "applicant 4.\njob 2 can be assigned to applicant 0.\n\ntherefore, we can assign job "
            "0 to applicant 1, job 1 to applicant 3 and job 2 to applicant 0."
        ),
        "\n\n- applicant 0: assigned to job 2\n- applicant 1: assigned to job 0\n- applicant 3: assigned to job 1",
        (
            "\n\njob 0 will be assigned to applicant 1, because applicant 1 is interested in job "
            "0.\njob 1 will be assigned to applicant 3, because applicant 3 is interested in job "
            "1.\njob 2 will be assigned to applicant 0, because applicant 0 is interested in job "
            "2."
        ),
        (
            "\n\njob 0: assign to applicant 1 since applicant 1 is interested in job 0.\n"
            "job 1: assign to applicant 3 since applicant 3 is interested in job 1.\n"
            "job 2: assign to applicant 0 since applicant 0 is interested in job 2."
        ),
        (
            "\n\napplicant 0 takes job 2, which leaves jobs 0, 1 and 3.\napplicant 1 takes job "
            "0, which leaves jobs 1 and 3.\napplicant 3 takes job 1, which leaves job 3."
        ),
        (
            "\n\napplicant 1 is only interested in job 0, so we assign job 0 to applicant 1. \n"
            "next, applicant 0 is interested in job 1 and job 2, so we assign job 2 to applicant "
            "0. \nfinally, applicant 3 is interested in job 1 and job 3, so we assign job 1 to "
            "applicant 3."
        ),
        (
            "\n\njob 0: applicant 1 is interested in this job, so we can assign it to them.\n"
            "job 1: applicant 3 is interested in this job, so we can assign it to them.\n"
            "job 2: applicant 0 is interested in this job, so we can assign it to them."
        ),
        (
            "\n\njob 0: there are 2 applicants interested in this job, applicant 1 and applicant "
            "2. we will assign job 0 to applicant 1.\njob 1: there are 2 applicants interested "
            "in this job, applicant 3 and applicant 4. we will assign job 1 to applicant 3.\n"
            "job 2: there is 1 applicant interested in this job, applicant 0. we will assign job "
            "2 to applicant 0."
        ),
        LIST + "\napplicant 4: -",
    ],
)
def test_pairs_are_read(text: str) -> None:
    assert read(text) == PAIRS


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (LIST + "\napplicant 5: job 3", [["a0", "j2"], ["a1", "j0"], ["a3", "j1"], ["a5", "j3"]]),
        (LIST + "\napplicant 4: job 9", [["a0", "j2"], ["a1", "j0"], ["a3", "j1"], ["a4", "j9"]]),
        (LIST + "\njob 3: applicant 3", [["a0", "j2"], ["a1", "j0"], ["a3", "j1"], ["a3", "j3"]]),
        (LIST + "\napplicant 4: job 1", [["a0", "j2"], ["a1", "j0"], ["a3", "j1"], ["a4", "j1"]]),
        ("Answer: []", []),
        ("Answer: none", []),
        ("no applicant can find a job.", []),
    ],
)
def test_pairs_are_read_as_they_stand(text: str, value: Any) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (INTERESTS, "no_answer"),
        (INTERESTS + "applicant 4 is interested in job 1, job", "truncated"),
        (INTERESTS + "applicant 4 is interested in job 1,", "truncated"),
        (INTERESTS + "we can make the following assignments:\n" + LIST + "\napplicant 4: job", "truncated"),
        (LIST + "\napplicant 4:", "truncated"),
        (LIST + "\napplic", "truncated"),
        (LIST + "\napplicant", "truncated"),
        (LIST + "\napplicant 4", "truncated"),
        ("applicant 0: job 1, job 2\napplicant 1: job 0, job 3\napplicant 3: job 1, job 3", "no_answer"),
        ("", "no_answer"),
        ("I don't know.", "no_answer"),
    ],
)
def test_interests_and_broken_lists_are_no_answer(text: str, code: str) -> None:
    assert read(text) == code


@pytest.mark.parametrize(
    ("left", "right", "text", "value"),
    [
        ("ABC", "DEF", "A: D\nB: F", [["A", "D"], ["B", "F"]]),
        ("ABC", "DEF", "applicant A: job D\napplicant B: job F", [["A", "D"], ["B", "F"]]),
        ("ABC", "DEF", "D: A\nF: B", [["A", "D"], ["B", "F"]]),
        ("ABC", "DEF", "[A, D], [B, F]", [["A", "D"], ["B", "F"]]),
        (
            ("Anna", "Björn"),
            ("Baker", "Cook"),
            "Anna is assigned to Cook, Björn to Baker.",
            [["Anna", "Cook"], ["Björn", "Baker"]],
        ),
        (("Anna", "Björn"), ("Baker", "Cook"), "Anna is interested in Cook.", "no_answer"),
        (("Anna", "Björn"), ("Baker", "Cook"), "applicant 7: job Cook", [[7, "Cook"]]),
        ((0, 1, 2), (3, 4, 5), "0: 3\n1: 4", [[0, 3], [1, 4]]),
        ((0, 1, 2), (3, 4, 5), "(3, 0), (4, 1)", [[0, 3], [1, 4]]),
        ((0, 1, 2), (3, 4, 5), "0 -> 3, 1 -> 4", [[0, 3], [1, 4]]),
        (("a1", "a10"), ("j1", "j10"), "applicant 10 - job 10, applicant 1 - job 1", [["a1", "j1"], ["a10", "j10"]]),
    ],
)
def test_other_names_are_read_as_they_are(left: Any, right: Any, text: str, value: Any) -> None:
    assert read(text, tuple(left), tuple(right)) == value


@pytest.mark.parametrize(("left", "right"), [(LEFT, RIGHT), (HOSTILE[:3], HOSTILE[3:]), ((0, 1, 2), (3, 4, 5))])
def test_pairs_that_are_written_are_read_back(left: tuple[Any, ...], right: tuple[Any, ...]) -> None:
    pairs = [list(pair) for pair in zip(left, right, strict=False)]
    assert read(written(NodePairs(), pairs), left, right) == sorted(pairs, key=str)
    assert read(written(NodePairs(), []), left, right) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (LIST, None),
        (f"{LIST}\n3 applicants can find the job they are interested in.", 3),
        (f"{LIST}\n\nin this assignment, 4 out of 5 applicants find the job they are interested in.", 4),
        (f"{LIST}\n\nall applicants find the job they are interested in.", 5),
        (f"the maximum number of applicants that can find a job is 3.\n{LIST}", 3),
        (f"{INTERESTS}so we assign:\n{LIST}\nall three applicants who are interested have been assigned a job.", None),
    ],
)
def test_the_stated_number_of_applicants_stands_beside(text: str, count: int | None) -> None:
    answer = NodePairs().read(Reply(text), Scope(LEFT + RIGHT, ASKED, sides=(LEFT, RIGHT)))
    assert answer.beside == count
